import { join } from "node:path"
import { onTestFinished } from "vitest"
import type { Adapter } from "../../../src/index.ts"
import { temporaryTree } from "../../support/temporary-tree.ts"
import { later } from "../../transfer/support/people.ts"
import { runCommand } from "./run-command.ts"

let opened = 0

/** Commands that run on an adapter of this process, with more exports of the configuration. */
export function commandsOn(adapter: object, more: object = {}) {
  const file = exportInProcess({ adapter, ...more })
  return (...args: readonly string[]) => runCommand([...args, "--config", file])
}

/** Commands that run on Better Auth of this process. */
export function commandsOnAuth(auth: object) {
  const file = exportInProcess({ auth })
  return (...args: readonly string[]) => runCommand([...args, "--better-auth", file])
}

/** A file that exports values of this process. */
function exportInProcess(values: object): string {
  const name = `mortise-test-${++opened}`
  const config = `export const { ${Object.keys(values).join(", ")} } = globalThis["${name}"]`
  const file = join(temporaryTree({ "mortise.config.mjs": config }), "mortise.config.mjs")
  Object.assign(globalThis, { [name]: values })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, name))
  return file
}

/** A person with an account of its name, and a live session. */
export async function addPerson(
  adapter: Adapter,
  name: string,
  email: string | null = `${name}@example.com`,
) {
  const { id } = await adapter.createUser({ email } as Parameters<Adapter["createUser"]>[0])
  const account = { type: "oauth", provider: "github", providerAccountId: name } as const
  await adapter.linkAccount({ userId: id, ...account })
  await adapter.createSession({ sessionToken: `canary-${name}`, userId: id, expires: later })
}
