import { extras, slots as slotsOf } from "../contract/adapter-parts.ts"
import { MortiseError } from "../contract/errors.ts"
import type { Extras } from "../contract/extras.ts"
import { internals } from "../contract/internals.ts"
import type { Slots } from "../contract/slots.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { Account } from "../contract/types.ts"
import { createAttempts } from "./attempts.ts"
import { createProviderRequests } from "./provider-requests.ts"
import { checkTokenOptions, type TokenOptions, type TokenProvider } from "./token-options.ts"
import type { WhichAccount } from "./token-types.ts"

/** What the functions share. */
export type TokenParts = Readonly<ReturnType<typeof createTokenParts>>

export function createTokenParts(options: TokenOptions) {
  const settings = checkTokenOptions(options)
  const { updateAccount, listAccounts, slots } = readParts(options.adapter)
  return {
    ...settings,
    tenant: internals(options.adapter)?.tenant,
    attempts: createAttempts({
      ...settings,
      slots,
      rotates: (id) => settings.providers.get(id)?.rotates !== false,
    }),
    requests: createProviderRequests(settings),
    updateAccount,
    listAccounts,
    /** The account that the arguments name; `undefined` if there is none. */
    async find({ userId, provider, providerAccountId }: WhichAccount): Promise<Account | undefined> {
      const all = (await listAccounts(userId)).filter((account) => account.provider === provider)
      const [first, ...more] =
        providerAccountId === undefined
          ? all
          : all.filter((account) => account.providerAccountId === String(providerAccountId))
      if (more.length > 0)
        throwInvalid("The user has several accounts of this provider: pass the providerAccountId of one.", {
          operation: "get",
          model: "account",
          fields: ["providerAccountId"],
        })
      return first
    },
    findProvider(id: string): TokenProvider {
      const provider = settings.providers.get(id)
      if (provider) return provider
      throwInvalid("accessTokens has no provider of this id: add it to the option providers.", {
        operation: "get",
        model: "account",
        fields: ["provider"],
      })
    },
  }
}

function readParts(adapter: object): Pick<Extras, "updateAccount" | "listAccounts"> & { slots: Slots } {
  const { updateAccount, listAccounts } = extras(adapter) ?? {}
  const slots = slotsOf(adapter)
  if (updateAccount && listAccounts && slots) return { updateAccount, listAccounts, slots }
  const missing = Object.entries({ updateAccount, listAccounts, slots })
    .filter(([, part]) => part === undefined)
    .map(([name]) => name)
  throw new MortiseError(
    "missing_operation",
    `accessTokens needs ${missing.join(", ")}, which this adapter lacks. Pass a Mortise adapter whose operations on accounts are not overridden.`,
    { operation: "accessTokens" },
  )
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
