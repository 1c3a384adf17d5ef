"""Tight hand-written Kingdom Builder core: 20x20 odd-r hex board in one padded Python int (row stride 21)."""
import random
rnd = random.random
W = 21; R = C = 20
BIT = [[r * W + c for c in range(C)] for r in range(R)]
ROW = [sum(1 << BIT[r][c] for c in range(C)) for r in range(R)]
VALID = sum(ROW); EVEN = sum(ROW[0::2]); ODD = sum(ROW[1::2])
def adj(m):
    e = m & EVEN; o = m & ODD
    return (m << 1 | m >> 1 | m << 21 | m >> 21 | e << 20 | e >> 22 | o << 22 | o >> 20) & VALID
NBM = [0] * (R * W)
for r in range(R):
    for c in range(C): NBM[BIT[r][c]] = adj(1 << BIT[r][c])
def make_map(rng):
    # ~60 Voronoi blobs: 5 buildable terrains, water, mountain
    seeds = [(rng.random() * R, rng.random() * C, rng.choice((0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6))) for _ in range(60)]
    t = [0] * 7
    for r in range(R):
        for c in range(C):
            k = min(seeds, key=lambda s: (s[0] - r) ** 2 + (s[1] - c) ** 2)[2]
            t[k] |= 1 << BIT[r][c]
    cells = [[i for i in range(R * W) if t[k] >> i & 1] for k in range(5)]
    return tuple(t[:5]), cells, adj(t[5])
_rng = random.Random(7)
MAPS = [make_map(_rng) for _ in range(64)]
SCORES = [0, 0]
def score(own, nearwater):
    s = (own & nearwater).bit_count()
    m = own; comps = 0
    while m:
        f = m & -m
        while True:
            e = f & EVEN; o = f & ODD
            g = (f | f << 1 | f >> 1 | f << 21 | f >> 21 | e << 20 | e >> 22 | o << 22 | o >> 20) & m
            if g == f: break
            f = g
        m ^= f; comps += 1
    return s + comps + 2 * max([(own & q).bit_count() for q in ROW])
DECK = [0, 1, 2, 3, 4] * 5
def game(nbm=NBM):
    terr, cells, nearwater = MAPS[int(rnd() * 64)]
    occ = 0; own = [0] * 4; near = [0] * 4; left = [40] * 4; n = 0
    deck = []; over = False
    while not over:
        for p in (0, 1, 2, 3):
            if not deck:
                deck = DECK[:]; random.shuffle(deck)
            t = deck.pop()
            base = terr[t]; nr = near[p]; ow = own[p]; k = left[p]
            if k > 3: k = 3
            for _ in range(k):
                free = base & ~occ
                legal = free & nr
                if legal:
                    cnt = legal.bit_count()
                    j = int(rnd() * cnt)
                    m = legal
                    while j: m &= m - 1; j -= 1
                    b = m & -m; pos = b.bit_length() - 1
                elif free:
                    cl = cells[t]; ln = len(cl)
                    while True:
                        pos = cl[int(rnd() * ln)]; b = 1 << pos
                        if free & b: break
                else: break
                occ |= b; ow |= b; nr |= nbm[pos]; n += 1; left[p] -= 1
            own[p] = ow; near[p] = nr
            if left[p] <= 0: over = True
        if n > 1000: break
    for p in range(4): SCORES[0] += score(own[p], nearwater)
    SCORES[1] += 4
    return n
if __name__ == "__main__":
    from bench_util import bench
    bench("tight-python kingdom_builder_core", game)
    print("mean score", SCORES[0] / SCORES[1])
