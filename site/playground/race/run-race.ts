import type { Adapter } from "../../../packages/mortise/src/index.ts"

/** What happens at the same time: a link is opened, or an account is linked to several users. */
export type RaceKind = "link" | "account"

export type RaceOptions = {
  readonly kind: RaceKind
  /** How many callers take part in each round. */
  readonly callers: number
  readonly rounds: number
}

/** The winners of each round so far. */
export type RaceResult = { readonly winners: readonly number[]; readonly milliseconds: number }

/** The operations that a race calls. */
type Racer = {
  createVerificationToken(token: Key & { expires: Date }): Promise<unknown>
  /** Resolves to null if the token is unknown. */
  useVerificationToken(key: Key): Promise<unknown>
  /** Rejects if the account belongs to another user. */
  linkAccount(account: {
    type: "oauth"
    provider: string
    providerAccountId: string
    userId: string
  }): Promise<unknown>
}
type Key = { identifier: string; token: string }

/** Runs the rounds one after the other, and the callers of each round at the same time. */
export async function runRace(
  racer: Racer,
  userIds: readonly string[],
  { kind, rounds }: Omit<RaceOptions, "callers">,
  onRound: (result: RaceResult) => void,
): Promise<void> {
  const winners: number[] = []
  let milliseconds = 0
  for (let round = 0; round < rounds; round += 1) {
    const call = kind === "link" ? await openedLink(racer) : linkedAccount(racer)
    const began = performance.now()
    const won = await Promise.all(userIds.map(call))
    milliseconds += performance.now() - began
    winners.push(won.filter(Boolean).length)
    onRound({ winners: [...winners], milliseconds })
    // The page can draw.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Stores a link's token. The returned call uses it, and resolves to true if it was valid. */
async function openedLink(racer: Racer) {
  const key = { identifier: "ada@example.com", token: crypto.randomUUID() }
  await racer.createVerificationToken({ ...key, expires: new Date(Date.now() + 3_600_000) })
  return async (): Promise<boolean> => (await racer.useVerificationToken(key)) !== null
}

/** The returned call links the same new account to a user, and resolves to true if the adapter stored it. */
function linkedAccount(racer: Racer) {
  const account = { type: "oauth", provider: "github", providerAccountId: crypto.randomUUID() } as const
  return (userId: string): Promise<boolean> =>
    racer.linkAccount({ ...account, userId }).then(
      () => true,
      () => false,
    )
}

/** Lets `work` use new users, and deletes them with all that they own. */
export async function withUsers(
  adapter: Adapter,
  count: number,
  work: (userIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const userIds: string[] = []
  try {
    for (let index = 0; index < count; index += 1)
      userIds.push((await adapter.createUser({ email: `racer-${index}@example.com` })).id)
    await work(userIds)
  } finally {
    for (const userId of userIds) await adapter.deleteUser(userId)
  }
}
