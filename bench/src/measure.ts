/** The figures of one turn of one contestant. */
export type Turn = {
  /** Calls per second. */
  readonly rate: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Processor time of this process per call, in microseconds. */
  readonly cpu: number
}

/** Runs the calls with a number of concurrent callers. Each starts its next call when the previous one has returned. */
export async function measure(calls: readonly (() => Promise<unknown>)[], callers: number): Promise<Turn> {
  const latencies = new Float64Array(calls.length)
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < calls.length) {
      const nth = next++
      const from = performance.now()
      await (calls[nth] as () => Promise<unknown>)()
      latencies[nth] = performance.now() - from
    }
  }
  const cpuBefore = process.cpuUsage()
  const from = performance.now()
  await Promise.all(Array.from({ length: callers }, caller))
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  latencies.sort()
  const at = (share: number): number =>
    latencies[Math.min(calls.length - 1, Math.floor(calls.length * share))] as number
  return { rate: calls.length / seconds, p50: at(0.5), p99: at(0.99), cpu: (user + system) / calls.length }
}
