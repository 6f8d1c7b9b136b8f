/** A call of the object that a case tests. `started` and `ended` are places in the order of all events. */
export type RecordedCall = {
  readonly name: string
  readonly args: readonly unknown[]
  readonly started: number
  ended?: number
  answer?: unknown
  thrown?: unknown
}

type AnyFunction = (...args: unknown[]) => unknown

/** Notes the calls of objects in `calls`. */
export function createRecorder() {
  const calls: RecordedCall[] = []
  let events = 0

  const note = (name: string, args: readonly unknown[]): RecordedCall => {
    const call: RecordedCall = { name, args: args.map((value) => copyValue(value)), started: events++ }
    calls.push(call)
    return call
  }

  async function observe<T>(name: string, args: readonly unknown[], run: () => T): Promise<Awaited<T>> {
    const call = note(name, args)
    try {
      const answer = await run()
      call.answer = copyValue(answer)
      return answer
    } catch (thrown) {
      call.thrown = thrown
      throw thrown
    } finally {
      call.ended = events++
    }
  }

  /** A copy whose methods note their calls, with `prefix` before their names. In a transaction they do so, too. */
  function record<T extends object>(target: T, prefix = ""): T {
    const methods = Object.entries(target).flatMap(([name, method]: [string, AnyFunction]) => {
      if (typeof method !== "function") return []
      const call = method.bind(target)
      const inTransaction = (work: AnyFunction, ...more: unknown[]) =>
        call((inside: object) => work(record(inside, "tx.")), ...more)
      const observed = (...args: unknown[]) => observe(prefix + name, args, () => call(...args))
      return [[name, name === "transaction" ? inTransaction : observed]]
    })
    return { ...target, ...Object.fromEntries(methods) }
  }

  return { calls, note, record }
}

export type Recorder = ReturnType<typeof createRecorder>

/** What a value is now. Instances of a model become their fields. */
function copyValue(value: unknown, depth = 4): unknown {
  if (typeof value === "function") return `function ${value.name}`
  if (typeof value !== "object" || value === null) return value
  if (value instanceof Date) return new Date(value)
  if (depth === 0) return "…"
  if (Array.isArray(value)) return value.map((member) => copyValue(member, depth - 1))
  const { get } = value as { get?: unknown }
  const fields: unknown = typeof get === "function" && "dataValues" in value ? value.dataValues : value
  return Object.fromEntries(
    Object.entries(fields as object).map(([name, member]) => [name, copyValue(member, depth - 1)]),
  )
}
