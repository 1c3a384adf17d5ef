"""Every rate is per CPU second (time.process_time) because the machine is shared; wall time is printed too."""
import time
def bench(label, playout, secs=10.0, warm=0.5):
    t = time.process_time()
    while time.process_time() - t < warm: playout()
    n = m = 0; c0 = time.process_time(); w0 = time.perf_counter()
    while True:
        m += playout(); n += 1
        if not n & 7 or secs < 1 or n < 64:
            c = time.process_time() - c0
            if c >= secs: break
    w = time.perf_counter() - w0
    print(f"{label} | cpu {c:.1f}s wall {w:.1f}s | playouts/s {n/c:.1f} | moves/s {m/c:.0f} | mean len {m/n:.2f}", flush=True)
    return n / c
