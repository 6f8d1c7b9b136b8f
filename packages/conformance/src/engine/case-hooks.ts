import type { Fail } from "./expectations.ts"
import type { CallKind } from "./watch/record-calls.ts"

/** Is called with every call that a case starts. The returned function is called when the call ends. */
export type ObserveCall = (name: string, kind?: CallKind) => (end: CallEnd) => void

export type CallEnd = { readonly value: unknown } | { readonly thrown: unknown }

/** How a run learns about the calls of a case, and the case about its end. */
export type CaseHooks = {
  readonly observe: ObserveCall
  readonly ended: Promise<void>
  /** Is called when the case cannot hold, because the adapter or its tables lack something. Throws. */
  skip(reason: string): never
  /** Is called when an expectation does not hold. Throws, unless the case can go on. */
  readonly fail: Fail
  /** Is called when the case starts several calls at the same moment. */
  onRace(): void
}

/** Makes a call that the run observes. */
export async function watchCall<T>(
  { observe }: CaseHooks,
  name: string,
  call: () => T | Promise<T>,
  kind?: CallKind,
): Promise<T> {
  const end = observe(name, kind)
  try {
    const value = await call()
    end({ value })
    return value
  } catch (thrown) {
    end({ thrown })
    throw thrown
  }
}
