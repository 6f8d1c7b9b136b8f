/** The latencies of calls that arrive whether or not the earlier calls have returned. */
export type Arrived = {
  /** Milliseconds from when a call was due. */
  readonly p50: number
  readonly p99: number
  /** Whether the number of waiting calls kept growing. */
  readonly saturated: boolean
}

/** Poisson arrivals at a rate per second. */
export async function arrive(
  call: () => Promise<unknown>,
  rate: number,
  milliseconds: number,
): Promise<Arrived> {
  const due = dueTimes(rate, milliseconds)
  const latencies: number[] = []
  const waiting: number[] = []
  let [sent, failure] = [0, undefined as unknown]
  const pending: Promise<void>[] = []
  const from = performance.now()
  const send = async (at: number): Promise<void> => {
    try {
      await call()
    } catch (error) {
      failure ??= error
    }
    latencies.push(performance.now() - from - at)
  }
  // Timers are too coarse. The event loop reads answers between two turns.
  while (sent < due.length) {
    const now = performance.now() - from
    while (sent < due.length && (due[sent] as number) <= now) {
      pending.push(send(due[sent++] as number))
      waiting.push(sent - latencies.length)
    }
    // Calls that are due but not sent yet wait too: this process may be the one that is late.
    if (now > milliseconds * 2) break
    await new Promise((done) => setImmediate(done))
  }
  await Promise.all(pending)
  if (failure) throw failure
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), saturated: sent < due.length || grows(waiting, rate) }
}

function dueTimes(rate: number, milliseconds: number): number[] {
  const times: number[] = []
  for (let at = 0; at < milliseconds; at += (-Math.log(1 - Math.random()) / rate) * 1000) times.push(at)
  return times
}

/** Whether the queue is longer than the arrivals of 50 ms, and longer at the end than in the middle. */
function grows(waiting: readonly number[], rate: number): boolean {
  const tenth = Math.ceil(waiting.length / 10)
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const middle = mean(waiting.slice(tenth * 4, tenth * 5))
  const end = mean(waiting.slice(-tenth))
  return end > rate / 20 && end > middle * 1.3
}
