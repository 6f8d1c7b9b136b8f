import { MortiseError } from "../../contract/errors.ts"

type Functions = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

/** Gives errors the name of the called function, in place of the name of the half's function. */
export function namedErrors<T extends Functions>(functions: T): T {
  const named = Object.entries(functions).map(([name, run]) => [
    name,
    (...args: never[]) =>
      run(...args).catch((error: unknown) => {
        if (error instanceof MortiseError) error.operation = name
        throw error
      }),
  ])
  return Object.fromEntries(named)
}

/** Throws the error of a call that one half has applied and at which the other half failed. */
export const throwHalfDone =
  (done: string) =>
  (cause: unknown): never => {
    throw new MortiseError("indeterminate", `${done}, then the other half failed: repeat the call.`, {
      cause,
    })
  }
