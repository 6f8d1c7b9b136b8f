// jose and oauth4webapi are optional: an application that does not use them need not install them. Bundlers resolve
// `import()` at build time, and all of them accept a missing package only if the `import()` stands directly inside a
// `try` block. At run time the import of a missing package then rejects, or, with the webpack of Next.js, resolves to
// an empty module. No runtime can look a bundled package up synchronously, so `createAuth` cannot check it; instead,
// every function that it returns waits for the check first (call-layers/call-layers.ts).

import type * as Jose from "jose"
import type * as OAuth from "oauth4webapi"
import { MortiseError } from "../../contract/errors.ts"

/** The name of an optional package. */
export type PeerName = "jose" | "oauth4webapi"

/** Loads jose; throws `invalid` if it is not installed. */
export async function loadJose(): Promise<typeof Jose> {
  try {
    return present(await import("jose"), "EncryptJWT")
  } catch (cause) {
    throw missingPackages(["jose"], cause)
  }
}

/** Loads oauth4webapi; throws `invalid` if it is not installed. */
export async function loadOAuth(): Promise<typeof OAuth> {
  try {
    return present(await import("oauth4webapi"), "discoveryRequest")
  } catch (cause) {
    throw missingPackages(["oauth4webapi"], cause)
  }
}

function present<M extends object>(module: M, name: keyof M): M {
  if (name in module) return module
  throw new TypeError("The bundler replaced the package with an empty module")
}

const requirements: Readonly<Record<PeerName, string>> = {
  jose: 'session.strategy "jwt", the default, and federated logout need the package jose',
  oauth4webapi: "providers need the package oauth4webapi",
}

/** The error that names all missing packages, and the command that installs them. */
export function missingPackages(names: readonly PeerName[], cause: unknown): MortiseError {
  const sentence = names.map((name) => requirements[name]).join("; ")
  const otherwise =
    names.join() === "jose" ? ', or set session.strategy to "database" and remove logout of providers' : ""
  return new MortiseError("invalid", `${sentence}: run \`npm install ${names.join(" ")}\`${otherwise}.`, {
    cause,
  })
}
