(() => {
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const search = document.getElementById("search");
  const found = [...document.querySelectorAll("main .rule, main figure, main .key")];
  const rules = found.map((node) => [node, plain(node.textContent)]);
  const letters = [...document.querySelectorAll("main .letter")];
  const sections = [...document.querySelectorAll("main section")];
  const nothing = document.getElementById("nothing");
  search.hidden = false;
  search.addEventListener("input", () => {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    const fits = (text) => words.every((word) => text.includes(word));
    for (const [node, text] of rules) node.hidden = words.length > 0 && !fits(text);
    for (const one of sections) {
      const named = words.length > 0 && fits(plain(one.firstElementChild.textContent));
      if (named) one.querySelectorAll(".rule, figure, .key").forEach((node) => { node.hidden = false; });
      one.hidden = words.length > 0 && !named && !one.querySelector(".rule:not([hidden]), figure:not([hidden])");
    }
    for (const one of letters) one.hidden = !one.querySelector(".rule:not([hidden])");
    nothing.hidden = sections.some((one) => !one.hidden);
  });
  document.getElementById("sources").addEventListener("change", (event) => {
    document.body.classList.toggle("with-sources", event.target.checked);
  });
})();
