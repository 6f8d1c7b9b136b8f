/**
 * A user without an email has nothing by which it is found again, until its accounts and passkeys are stored. So it is
 * created together with a mark: an account of a provider that does not exist. The mark names the user of the file, is
 * unique, and is deleted with the user or with the first account or passkey that is stored. Two runs can therefore not
 * create the user twice, and a run that was killed finds it.
 */
import type { Adapter } from "../../contract/adapter.ts"
import { MortiseError } from "../../contract/errors.ts"
import type { Row } from "../../contract/rows.ts"
import { sha256 } from "../../shared/bytes.ts"
import type { TransferTools } from "../open-for-transfer.ts"

/** The provider of marks. Rows of this provider are never imported. */
export const markProvider = "mortise-import"

type NewUser = Parameters<Adapter["createUser"]>[0]

/** Creates, finds and deletes the marks of one export. */
export function createMarks({ adapter, extras }: TransferTools, exportHash: string) {
  const buildMark = async (from: string) => ({
    type: "oauth" as const,
    provider: markProvider,
    providerAccountId: await sha256(from),
    // The same id in another export can be another person.
    scope: exportHash,
  })

  return {
    /** The user that has the mark, and whether this export made it. */
    async find(from: string) {
      const { provider, providerAccountId, scope } = await buildMark(from)
      const account = await adapter.getAccount(providerAccountId, provider)
      return account && { userId: account.userId, isOwn: account.scope === scope }
    },

    /** Creates a user with its mark, and returns its id; `undefined` if its id or its mark is taken. */
    async createUser(from: string, row: Row): Promise<string | undefined> {
      const [user, account] = [row as NewUser, await buildMark(from)]
      try {
        if (extras.signUp) return (await extras.signUp({ user, account })).user.id
        const { id } = await adapter.createUser(user)
        try {
          await adapter.linkAccount({ ...account, userId: id })
        } catch (error) {
          await adapter.deleteUser(id)
          throw error
        }
        return id
      } catch (error) {
        if (error instanceof MortiseError && error.code === "conflict") return undefined
        throw error
      }
    },

    async remove(from: string): Promise<void> {
      const { provider, providerAccountId } = await buildMark(from)
      await adapter.unlinkAccount({ provider, providerAccountId })
    },
  }
}
