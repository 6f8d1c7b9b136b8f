import type { Adapter, OperationName } from "mortise"
import { kebabCase } from "../../src/suites/authjs/cases/kebab-case.ts"
import { type Mutant, pause } from "./mutant.ts"

type Row = Record<string, unknown>
type Operation = (argument: Row) => Promise<unknown>

/** Every operation whose argument is an object, and a field that a mutant reads too late. */
const operationsWithObjects = {
  createUser: "emailVerified",
  updateUser: "name",
  linkAccount: "access_token",
  unlinkAccount: "provider",
  getUserByAccount: "providerAccountId",
  createSession: "userId",
  updateSession: "expires",
  createVerificationToken: "expires",
  useVerificationToken: "token",
  createAuthenticator: "credentialPublicKey",
} as const satisfies Partial<Record<OperationName, string>>

type Name = keyof typeof operationsWithObjects

const replacing = (name: Name, make: (run: Operation) => Operation): Mutant["make"] => {
  return (good) => ({ ...good, [name]: make(good[name] as unknown as Operation) }) as Adapter
}

const changing = (name: Name): Mutant => ({
  name: `${kebabCase(name)}-changes-its-argument`,
  by: `arguments/left-alone-by-${kebabCase(name)}`,
  defect: `${name} converts numbers and capital letters, and drops undefined fields, in the caller's object`,
  evidence: "a helper that normalizes a row in place; SEC-A9",
  make: replacing(name, (run) => async (argument) => {
    const result = await run(argument)
    if (typeof argument !== "object" || argument === null || Object.isFrozen(argument)) return result
    for (const [field, value] of Object.entries(argument)) {
      if (value === undefined) delete argument[field]
      if (typeof value === "string") argument[field] = value.toLowerCase()
      if (typeof value === "number") argument[field] = String(value)
    }
    return result
  }),
})

const mixing = ([name, field]: [string, string]): Mutant => ({
  name: `${kebabCase(name)}-mixes-its-argument`,
  by: `arguments/read-once-by-${kebabCase(name)}`,
  defect: `${name} reads its argument at once, but the field ${field} after an await`,
  evidence: "a check before the write, with the same object; SEC-A9",
  make: replacing(name as Name, (run) => async (argument) => {
    if (typeof argument?.[field] !== "string" && !(argument?.[field] instanceof Date)) return run(argument)
    const row = { ...argument }
    await pause()
    const late = argument[field]
    return run({ ...row, [field]: late instanceof Date ? new Date(late) : late })
  }),
})

const late = (name: Name): Mutant => ({
  name: `${kebabCase(name)}-reads-late`,
  by: `arguments/read-at-the-call-by-${kebabCase(name)}`,
  defect: `${name} reads its argument only when it has a connection`,
  evidence: "adapters that start with `await connect()`; SEC-A9",
  make: replacing(name, (run) => async (argument) => {
    await pause()
    return run(argument)
  }),
})

const names = Object.keys(operationsWithObjects) as Name[]

/** Defects of operations that share an object with their caller. */
export const argumentObjectMutants: readonly Mutant[] = [
  ...names.map(changing),
  ...Object.entries(operationsWithObjects).map(mixing),
  ...names.map(late),
  {
    name: "address-change-uses-this",
    by: "email-changes/move-the-lookup",
    defect: "updateUser uses `this`, but only when it changes the address",
    evidence: "@auth/core calls the operations unbound",
    make: (good) =>
      ({
        ...good,
        async updateUser(this: Adapter, user: Parameters<Adapter["updateUser"]>[0]) {
          if (user?.email && (await this.getUserByEmail(user.email))) throw new Error("The email is taken.")
          return good.updateUser(user)
        },
      }) as Adapter,
  },
]
