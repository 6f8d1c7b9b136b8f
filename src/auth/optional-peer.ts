import { MortiseError } from "../contract/errors.ts"

/** Loads a library that only some features need; the error says how to get it. */
export async function loadOptionalPeer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new MortiseError("invalid", `This needs the package ${name}: run \`npm install ${name}\`.`, {
      cause,
    })
  }
}
