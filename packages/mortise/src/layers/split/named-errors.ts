import { MortiseError } from "../../contract/errors.ts"

type Functions = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

/** Puts the name of the called function on errors that a half has named after one of its own. */
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
