import { MortiseError } from "../../contract/errors.ts"

/** Throws `invalid` for an option of `httpAdapter`. */
export function throwInvalidOption(sentence: string): never {
  throw new MortiseError("invalid", `httpAdapter: ${sentence}.`)
}
