import { MortiseError } from "../contract/errors.ts"

/** Imports a package that only some features need; if it is not installed, the error names the command to run. */
export async function loadOptionalPeer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new MortiseError("invalid", `This needs the package ${name}: run \`npm install ${name}\`.`, {
      cause,
    })
  }
}
