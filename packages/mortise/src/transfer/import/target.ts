import type { Adapter } from "../../contract/adapter.ts"
import type { ContractModelName } from "../../contract/models.ts"
import type { Row } from "../../contract/rows.ts"
import type { Upkeep } from "../../contract/upkeep.ts"
import type { TransferTools } from "../open-for-transfer.ts"

type Stored = Readonly<Record<string, unknown>> | null

/** How a row of a model is created and found again. */
type TargetModel = { create(row: Row): Promise<unknown>; find(row: Row): Promise<Stored> }

/** The models that belong to users, in the target of an import. */
export function createTarget({
  adapter,
  upkeep,
}: TransferTools): Record<Exclude<ContractModelName, "user">, TargetModel> {
  const text = (row: Row, name: string) => row[name] as string
  return {
    account: {
      create: (row) => adapter.linkAccount(row as Parameters<Adapter["linkAccount"]>[0]),
      find: (row) => adapter.getAccount(text(row, "providerAccountId"), text(row, "provider")),
    },
    session: {
      create: (row) => adapter.createSession(row as Parameters<Adapter["createSession"]>[0]),
      find: async (row) => (await adapter.getSessionAndUser(text(row, "sessionToken")))?.session ?? null,
    },
    verificationToken: {
      create: (row) =>
        adapter.createVerificationToken(row as Parameters<Adapter["createVerificationToken"]>[0]),
      find: (row) => findToken(upkeep, text(row, "identifier"), text(row, "token")),
    },
    authenticator: {
      create: (row) => adapter.createAuthenticator(row as Parameters<Adapter["createAuthenticator"]>[0]),
      find: (row) => adapter.getAuthenticator(text(row, "credentialID")),
    },
  }
}

/** Pages through the tokens of an identifier: a lookup by key would use the token. */
async function findToken(upkeep: Upkeep, identifier: string, token: string): Promise<Stored> {
  // Tokens are printable text, so they sort after this one.
  let after: Readonly<Record<string, string>> | null = { identifier, token: " " }
  while (after) {
    const page: Awaited<ReturnType<typeof upkeep.page<"verificationToken">>> = await upkeep.page(
      "verificationToken",
      { after, limit: 100 },
    )
    const match = page.rows.find((row) => row.identifier === identifier && row.token === token)
    if (match) return match
    after = page.next?.["identifier"] === identifier ? page.next : null
  }
  return null
}
