"""Hand-written tight pure-Python random playouts (physical-limit probe)."""
import random
rnd = random.random
# ---- tic-tac-toe: bitmask + precomputed 512-entry win table + precomputed legal-move tuples
LINES = (7, 56, 448, 73, 146, 292, 273, 84)
WIN = [any(b & l == l for l in LINES) for b in range(512)]
MOVES = [tuple(1 << i for i in range(9) if not b >> i & 1) for b in range(512)]
def ttt():
    me = op = n = 0
    while True:
        mv = MOVES[me | op]
        if not mv: return n
        me |= mv[int(rnd() * len(mv))]; n += 1
        if WIN[me]: return n
        me, op = op, me
# same, but as a permutation playout (all legal orders equally likely)
# ---- connect four: 7 cols x (6+1) bit layout, legal moves = columns not full
def c4():
    heights = [0, 7, 14, 21, 28, 35, 42]
    cols = [0, 1, 2, 3, 4, 5, 6]
    me = op = n = 0
    while cols:
        k = int(rnd() * len(cols)); c = cols[k]; h = heights[c]
        me |= 1 << h; n += 1
        m = me & (me >> 7)
        if m & (m >> 14): return n
        m = me & (me >> 6)
        if m & (m >> 12): return n
        m = me & (me >> 8)
        if m & (m >> 16): return n
        m = me & (me >> 1)
        if m & (m >> 2): return n
        heights[c] = h + 1
        if h + 1 == c * 7 + 6: del cols[k]
        me, op = op, me
    return n
# ---- hex 11x11: swap-remove legal list + union-find, stop at the win
N = 11; SZ = N * N
NB = []
for i in range(SZ):
    r, c = divmod(i, N)
    NB.append(tuple((r + a) * N + c + b for a, b in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)) if 0 <= r + a < N and 0 <= c + b < N))
E0 = [tuple(NB[i]) + ((SZ,) if i // N == 0 else ()) + ((SZ + 1,) if i // N == N - 1 else ()) for i in range(SZ)]
E1 = [tuple(NB[i]) + ((SZ + 2,) if i % N == 0 else ()) + ((SZ + 3,) if i % N == N - 1 else ()) for i in range(SZ)]
def hexuf():
    par = list(range(SZ + 4)); own = [2] * SZ + [0, 0, 1, 1]
    legal = list(range(SZ)); n = 0; p = 0; left = SZ
    while True:
        k = int(rnd() * left); i = legal[k]; left -= 1; legal[k] = legal[left]
        own[i] = p; n += 1
        r = i
        for j in (E1 if p else E0)[i]:
            if own[j] == p:
                while par[j] != j: par[j] = par[par[j]]; j = par[j]
                if j != r: par[r] = j; r = j
        a, b = (SZ + 2, SZ + 3) if p else (SZ, SZ + 1)
        while par[a] != a: par[a] = par[par[a]]; a = par[a]
        while par[b] != b: par[b] = par[par[b]]; b = par[b]
        if a == b: return n
        p = 1 - p
# ---- othello 8x8: Python-int bitboards, Kogge-free shift loops
NA = 0xfefefefefefefefe; NH = 0x7f7f7f7f7f7f7f7f; FULL = (1 << 64) - 1
def oth():
    me = 0x0000000810000000; op = 0x0000001008000000; n = 0; passed = False
    while True:
        emp = ~(me | op) & FULL; mv = 0
        w = op & NH & NA
        x = w & (me << 1); x |= w & (x << 1); x |= w & (x << 1); x |= w & (x << 1); x |= w & (x << 1); x |= w & (x << 1); mv |= x << 1
        x = w & (me >> 1); x |= w & (x >> 1); x |= w & (x >> 1); x |= w & (x >> 1); x |= w & (x >> 1); x |= w & (x >> 1); mv |= x >> 1
        x = op & (me << 8); x |= op & (x << 8); x |= op & (x << 8); x |= op & (x << 8); x |= op & (x << 8); x |= op & (x << 8); mv |= x << 8
        x = op & (me >> 8); x |= op & (x >> 8); x |= op & (x >> 8); x |= op & (x >> 8); x |= op & (x >> 8); x |= op & (x >> 8); mv |= x >> 8
        x = w & (me << 9); x |= w & (x << 9); x |= w & (x << 9); x |= w & (x << 9); x |= w & (x << 9); x |= w & (x << 9); mv |= x << 9
        x = w & (me >> 9); x |= w & (x >> 9); x |= w & (x >> 9); x |= w & (x >> 9); x |= w & (x >> 9); x |= w & (x >> 9); mv |= x >> 9
        x = w & (me << 7); x |= w & (x << 7); x |= w & (x << 7); x |= w & (x << 7); x |= w & (x << 7); x |= w & (x << 7); mv |= x << 7
        x = w & (me >> 7); x |= w & (x >> 7); x |= w & (x >> 7); x |= w & (x >> 7); x |= w & (x >> 7); x |= w & (x >> 7); mv |= x >> 7
        mv &= emp
        if not mv:
            if passed: return n - 1
            passed = True; me, op = op, me; n += 1; continue
        passed = False
        k = int(rnd() * mv.bit_count())
        while k: mv &= mv - 1; k -= 1
        b = mv & -mv
        fl = 0
        for s, msk in ((1, NH & NA), (8, FULL), (9, NH & NA), (7, NH & NA)):
            w = op & msk
            x = w & (b << s); y = x
            while y: y = w & (y << s); x |= y
            if x and (x << s) & me:
                # verify the contiguous run is capped
                f = 0; t = b << s
                while t & w: f |= t; t <<= s
                if t & me: fl |= f
            x = w & (b >> s);
            if x:
                f = 0; t = b >> s
                while t & w: f |= t; t >>= s
                if t & me: fl |= f
        me |= b | fl; op &= ~fl
        me, op = op, me; n += 1
# ---- breakthrough 8x8 bitboards; black moves up (<<), white moves down; side always 'up' by flipping roles explicitly
def brk():
    a = 0xffff; b = 0xffff << 48; n = 0
    ROW8 = 0xff << 56; ROW1 = 0xff
    while True:
        free = ~(a | b) & FULL
        f = (a << 8) & free; l = ((a & NA) << 7) & ~a & FULL; r = ((a & NH) << 9) & ~a & FULL
        nf = f.bit_count(); nl = l.bit_count(); k = int(rnd() * (nf + nl + r.bit_count()))
        if k < nf: s = 8; mv = f
        elif k < nf + nl: s = 7; mv = l; k -= nf
        else: s = 9; mv = r; k -= nf + nl
        while k: mv &= mv - 1; k -= 1
        t = mv & -mv
        a ^= t | (t >> s); b &= ~t; n += 1
        if t & ROW8 or not b: return n
        free = ~(a | b)
        f = (b >> 8) & free; l = ((b & NA) >> 9) & ~b; r = ((b & NH) >> 7) & ~b
        nf = f.bit_count(); nl = l.bit_count(); k = int(rnd() * (nf + nl + r.bit_count()))
        if k < nf: s = 8; mv = f
        elif k < nf + nl: s = 9; mv = l; k -= nf
        else: s = 7; mv = r; k -= nf + nl
        while k: mv &= mv - 1; k -= 1
        t = mv & -mv
        b ^= t | (t << s); a &= ~t; n += 1
        if t & ROW1 or not a: return n
if __name__ == "__main__":
    from bench_util import bench
    for nm, f in [("tic_tac_toe", ttt), ("connect_four", c4), ("hex11", hexuf), ("othello", oth), ("breakthrough", brk)]:
        bench(f"tight-python {nm}", f)
