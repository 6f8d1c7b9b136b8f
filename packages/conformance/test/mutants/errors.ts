import { operationNames } from "mortise"
import { breaking, type Mutant, succeeds, wrapOperations } from "./mutant.ts"

const catching = (answer: (error: unknown, args: unknown[]) => unknown): Mutant["make"] =>
  wrapOperations(operationNames, (operation) => async (...args) => {
    try {
      return await operation(...args)
    } catch (error) {
      return answer(error, args)
    }
  })

/** Defects of operations that fail. */
export const errorMutants: readonly Mutant[] = [
  {
    name: "errors-swallowed",
    by: "outage/lookups-throw",
    defect: "every error becomes null: an outage looks like a missing user",
    evidence: "@auth/surrealdb-adapter (19 catch blocks), azure-tables, pg",
    make: catching(() => null),
  },
  {
    name: "outage-reads-as-missing-user",
    by: "outage/lookups-throw",
    defect: "a lookup of a user returns null when the store cannot be reached",
    evidence: "@auth/pg-adapter: getUser swallows every error",
    make: breaking((good) => ({ getUser: (id) => good.getUser(id).catch(() => null) })),
  },
  {
    name: "outage-reads-as-a-wrong-token",
    by: "outage/lookups-throw",
    defect: "a magic link is reported as invalid while the store cannot be reached",
    evidence: "@auth/azure-tables-adapter: catch { return null } in useVerificationToken",
    make: breaking((good) => ({
      useVerificationToken: (key) => good.useVerificationToken(key).catch(() => null),
    })),
  },
  {
    name: "outage-reads-as-no-passkeys",
    by: "outage/lookups-throw",
    defect: "the list of passkeys is empty while the store cannot be reached",
    evidence: "@auth/surrealdb-adapter; §7.3: must throw",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: (id) => good.listAuthenticatorsByUserId(id).catch(() => []),
    })),
  },
  {
    name: "outage-reads-as-linked",
    by: "outage/writes-throw",
    defect: "linkAccount reports success for an account that could not be stored",
    evidence: "@auth/azure-tables-adapter: linkAccount swallows every error",
    make: breaking((good) => ({ linkAccount: (account) => good.linkAccount(account).catch(() => null) })),
  },
  {
    name: "secrets-in-errors",
    by: "errors/hold-no-secrets",
    defect: "errors contain the arguments, including tokens",
    evidence: "@auth/hasura-adapter, dgraph; CVE-2022-31186",
    make: catching((error, args) => {
      throw Object.assign(error as Error, { message: `Query failed with ${JSON.stringify(args)}` })
    }),
  },
  {
    name: "secrets-behind-errors",
    by: "errors/hold-no-secrets",
    defect: "errors have the statement and its values in a field",
    evidence: "mysql2 `err.sql`, pg `detail`; SEC-M1",
    make: catching((error, args) => {
      throw Object.assign(error as Error, { parameters: args })
    }),
  },
  {
    name: "refused-email-leaves-a-row",
    by: "emails/refused-user-leaves-nothing",
    defect: "a createUser that fails has stored the user anyway",
    evidence: "@auth/azure-tables-adapter: a rejected duplicate leaves an orphan",
    make: breaking((good) => ({
      async createUser(user) {
        const created = good.createUser(user)
        if (!(await succeeds(created))) await good.createUser({ ...user, email: null })
        return created
      },
    })),
  },
  {
    name: "refused-update-is-half-done",
    by: "email-changes/taken-address-is-refused",
    defect: "an updateUser that is refused because of its email has stored the other fields",
    evidence: "several writes without a transaction; SEC-B10",
    make: breaking((good) => ({
      async updateUser({ email, ...user }) {
        const updated = await good.updateUser(user)
        return email === undefined ? updated : good.updateUser({ id: user.id, email })
      },
    })),
  },
  {
    name: "orphans-reported-as-success",
    by: "owners/missing-owner-of-sessions-is-refused",
    defect: "createSession for a user who does not exist reports success and stores nothing",
    evidence: "@auth/neo4j-adapter",
    make: breaking((good) => ({
      createSession: async (session) =>
        (await good.getUser(session.userId)) ? good.createSession(session) : { ...session },
    })),
  },
]
