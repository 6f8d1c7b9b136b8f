import type { Extras } from "../contract/extras.ts"
import type { Account } from "../contract/types.ts"
import type { Attempts } from "./attempts.ts"
import type { ProviderRequests } from "./provider-requests.ts"
import type { TokenProvider, TokenSettings } from "./token-options.ts"
import type { WhichAccount } from "./token-types.ts"

/** What the functions share. */
export type TokenParts = TokenSettings & {
  readonly attempts: Attempts
  readonly requests: ProviderRequests
  readonly updateAccount: Extras["updateAccount"]
  readonly listAccounts: Extras["listAccounts"]
  /** The account that the arguments name; `undefined` if there is none. */
  find(which: WhichAccount): Promise<Account | undefined>
  findProvider(id: string): TokenProvider
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
