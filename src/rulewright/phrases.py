"""What is said by itself when a game is played, in each language. Everything about the rules comes from the wording;
nothing here names a game.
"""

from __future__ import annotations

PHRASES: dict[str, dict[str, str]] = {
    "en": {
        "turn": "{name}, {prompt}.",
        "branch": "choose one of these",
        "item": "choose what comes next",
        "effect": "choose which comes first",
        "usual": "take this, or leave it",
        "amount": "choose an amount",
        "yes": "decide whether to do this",
        "decline": "no, nothing",
        "more": "… and {n} more; type one, or `options` for all",
        "cells": "{n} cells, marked {mark} on the board: type one, such as {example}",
        "no_number": "The options are numbered from 1 to {n}; there is no {text}.",
        "ask": "Your answer (? for help): ",
        "help": (
            "Answer with a number or the move itself, such as {example}.\n"
            "?          the rule of this decision        ? MOVE   why a move is not allowed\n"
            "options    all options                      board    everything on the table\n"
            "scores     the scores if it ended now       log      the moves so far\n"
            "undo       take your last move back         bot      let the computer decide this\n"
            "save FILE  keep the game                    load FILE   go on with a kept game\n"
            "ask        be asked about every gain that you may leave, or no longer\n"
            "quit       leave"
        ),
        "rule": "The rule “{name}”:",
        "why.rule": "The rule “{name}”",
        "legal": "This is allowed.",
        "forced": "{move}   (the only option)",
        "secret": "{name} has chosen in secret.",
        "hidden": "{name} has moved out of your sight.",
        "hand_over": "It is {name}'s turn. Press Enter when only {name} looks.",
        "asks_all": "From now on you are asked about every gain that you may leave.",
        "asks_less": "Gains that you may leave are taken without asking.",
        "undone": "Taken back.",
        "no_undo": "There is no move of yours to take back.",
        "undo_reveals": "That cannot be taken back: chance or hidden things have come to light since.",
        "saved": "The game is kept in {path}.",
        "loaded": "The game in {path} goes on.",
        "not_loaded": "That cannot be loaded: {why}",
        "not_saved": "That cannot be written: {why}",
        "over": "The game is over.",
        "wins": "{names} wins.",
        "win": "{names} win together.",
        "nobody": "Nobody wins.",
        "score": "score",
        "none": "none",
        "facedown": "{n} face down",
        "bye": "Good-bye. Nothing is kept unless you saved it.",
        "nearest": "Did you mean {names}?",
        "and": "and",
        "pair": "{name}: {told}",
        "move.using": "using",
        "move.no": "no",
        "move.nothing": "nothing",
        "on": "in {where}",
        "why.over": "The game is over.",
        "why.not_your_turn": "It is not this player who decides now.",
        "why.unreadable": "“{text}” names nothing that could be chosen here.",
        "why.cannot_decline": "You cannot decline this.",
        "why.wrong_number": "That is not the number of things to choose.",
        "why.is": "“{text}”: {told}.",
        "why.not_among": "“{text}” is not one of {set}.",
        "why.not_among_it": "“{text}” is not among what you choose from.",
        "why.excluded": "“{text}” is among what is left out: {set}.",
        "why.excluded_it": "“{text}” is left out of the choice.",
        "why.condition": "That does not fulfil a condition.",
        "why.not_preferred": "That is allowed only if nothing better can be chosen: {condition}.",
        "why.not_preferred_it": "That is allowed only if nothing better can be chosen.",
        "why.needs": "That needs something that is not there.",
        "why.limit": "That has been done as often as allowed.",
        "why.unaffordable": "You cannot pay for that.",
        "why.no_option": "There would be nothing left to choose.",
        "why.not_offered": "“{text}” is not on offer now.",
        "why.not_asked": "“{text}” is not what is asked for now.",
        "why.stale": "That belongs to another moment of the game.",
    },
    "fr": {
        "turn": "{name}, {prompt}.",
        "branch": "choisissez l’une de ces possibilités",
        "item": "choisissez la suite",
        "effect": "choisissez ce qui vient d’abord",
        "usual": "prenez ceci, ou laissez-le",
        "amount": "choisissez un montant",
        "yes": "décidez si vous le faites",
        "decline": "non, rien",
        "more": "… et encore {n} : tapez un coup, ou « options » pour les voir tous",
        "cells": "{n} cases, marquées {mark} sur le plateau : tapez-en une, par exemple {example}",
        "no_number": "Les possibilités vont de 1 à {n} ; il n’y a pas de {text}.",
        "ask": "Votre réponse (? pour l’aide) : ",
        "help": (
            "Répondez par un numéro ou par le coup lui-même, par exemple {example}.\n"
            "?          la règle de cette décision           ? COUP   pourquoi un coup n’est pas permis\n"
            "options    toutes les possibilités              plateau  tout ce qui est sur la table\n"
            "scores     les scores si la partie finissait    journal  les coups joués\n"
            "annuler    reprendre votre dernier coup         bot      laisser l’ordinateur décider\n"
            "garder FICHIER   conserver la partie            charger FICHIER   reprendre une partie\n"
            "demander   être consulté pour tout gain que vous pouvez refuser, ou ne plus l’être\n"
            "quitter    partir"
        ),
        "rule": "La règle « {name} » :",
        "why.rule": "La règle « {name} »",
        "legal": "C’est permis.",
        "forced": "{move}   (seule possibilité)",
        "secret": "{name} a choisi en secret.",
        "hidden": "{name} a joué hors de votre vue.",
        "hand_over": "C’est à {name}. Appuyez sur Entrée quand {name} est seul devant l’écran.",
        "asks_all": "Vous êtes maintenant consulté pour tout gain que vous pouvez refuser.",
        "asks_less": "Les gains que vous pouvez refuser sont pris sans demander.",
        "undone": "Coup repris.",
        "no_undo": "Vous n’avez aucun coup à reprendre.",
        "undo_reveals": "Ce coup ne peut être repris : le hasard ou une chose cachée a été révélé depuis.",
        "saved": "La partie est conservée dans {path}.",
        "loaded": "La partie de {path} continue.",
        "not_loaded": "Impossible à charger : {why}",
        "not_saved": "Impossible à écrire : {why}",
        "over": "La partie est terminée.",
        "wins": "{names} gagne.",
        "win": "{names} gagnent ensemble.",
        "nobody": "Personne ne gagne.",
        "score": "score",
        "none": "rien",
        "facedown": "{n} face cachée",
        "bye": "Au revoir. Rien n’est conservé sans « garder ».",
        "nearest": "Vouliez-vous dire {names} ?",
        "and": "et",
        "pair": "{name} : {told}",
        "move.using": "avec",
        "move.no": "sans",
        "move.nothing": "rien",
        "on": "dans {where}",
        "why.over": "La partie est terminée.",
        "why.not_your_turn": "Ce n’est pas à ce joueur de décider.",
        "why.unreadable": "« {text} » ne désigne rien que l’on puisse choisir ici.",
        "why.cannot_decline": "Vous ne pouvez pas refuser.",
        "why.wrong_number": "Ce n’est pas le nombre de choses à choisir.",
        "why.is": "« {text} » : {told}.",
        "why.not_among": "« {text} » ne fait pas partie de ceci : {set}.",
        "why.not_among_it": "« {text} » ne fait pas partie de ce que vous pouvez choisir.",
        "why.excluded": "« {text} » fait partie de ce qui est exclu : {set}.",
        "why.excluded_it": "« {text} » est exclu du choix.",
        "why.condition": "Une condition n’est pas remplie.",
        "why.not_preferred": "Ce n’est permis que si rien ne convient mieux : {condition}.",
        "why.not_preferred_it": "Ce n’est permis que si rien ne convient mieux.",
        "why.needs": "Il manque ce qu’il faut pour cela.",
        "why.limit": "Cela a déjà été fait autant de fois que permis.",
        "why.unaffordable": "Vous ne pouvez pas le payer.",
        "why.no_option": "Il ne resterait rien à choisir.",
        "why.not_offered": "« {text} » n’est pas proposé maintenant.",
        "why.not_asked": "« {text} » n’est pas ce qui est demandé maintenant.",
        "why.stale": "Cela appartient à un autre moment de la partie.",
    },
}


def phrase(lang: str, key: str, **values: object) -> str:
    return PHRASES[lang][key].format(**values)
