import { MortiseError } from "../../../packages/mortise/src/index.ts"

/** What happens at the same time: an account is linked, a person signs up, or a link is opened. */
export type RaceKind = "account" | "sign_up" | "link"

/** The tables of `@auth/pg-adapter`: those of its documentation, or with the unique keys that these lack. */
export type RaceTables = "documented" | "with_keys"

export type RaceOptions = {
  readonly kind: RaceKind
  readonly tables: RaceTables
  /** How many callers take part in each round. */
  readonly callers: number
  readonly rounds: number
}

type Key = { identifier: string; token: string }
type AccountKey = { provider: string; providerAccountId: string }
type NewUser = { id: string; email: string; emailVerified: Date | null }

/** The operations that a race calls. */
export type Racer = {
  createUser(user: NewUser): PromiseLike<{ id: string }> | { id: string }
  getUserByEmail(email: string): unknown
  getUserByAccount(account: AccountKey): unknown
  linkAccount(account: AccountKey & { type: "oauth"; userId: string }): unknown
  createVerificationToken(token: Key & { expires: Date }): unknown
  useVerificationToken(key: Key): unknown
}

/** What a caller does. It resolves to true if the caller won. */
type Call = (userId: string) => Promise<boolean>

const createUser = async (racer: Racer, email: string): Promise<string> =>
  (await racer.createUser({ id: crypto.randomUUID(), email, emailVerified: null })).id

/** Each race, prepared for a round. The callers look up and then write, in the order in which Auth.js does. */
const races: Readonly<Record<RaceKind, (racer: Racer) => Promise<Call>>> = {
  async account(racer) {
    const account = { provider: "github", providerAccountId: crypto.randomUUID() }
    return async (userId) => {
      if (await racer.getUserByAccount(account)) return false
      await racer.linkAccount({ ...account, type: "oauth", userId })
      return true
    }
  },
  async sign_up(racer) {
    const email = `${crypto.randomUUID()}@example.com`
    return async () => {
      if (await racer.getUserByEmail(email)) return false
      await createUser(racer, email)
      return true
    }
  },
  async link(racer) {
    const key = { identifier: "ada@example.com", token: crypto.randomUUID() }
    await racer.createVerificationToken({ ...key, expires: new Date(Date.now() + 3_600_000) })
    return async () => (await racer.useVerificationToken(key)) !== null
  },
}

/** The database or Mortise refused a row whose key is taken. Any other error ends the race. */
const isConflict = (error: unknown): boolean =>
  error instanceof MortiseError
    ? error.code === "conflict"
    : error instanceof Error && "code" in error && error.code === "23505"

const refuseConflict = (error: unknown): false => {
  if (isConflict(error)) return false
  throw error
}

/** Runs the rounds one after the other, and the callers of each round at the same time. Reports the winners so far. */
export async function runRace(
  racer: Racer,
  { kind, callers, rounds }: Omit<RaceOptions, "tables">,
  onRound: (winners: readonly number[]) => void,
): Promise<void> {
  const userIds: string[] = []
  for (let index = 0; index < callers; index += 1)
    userIds.push(await createUser(racer, `racer-${index}@example.com`))
  const winners: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const call = await races[kind](racer)
    const won = await Promise.all(userIds.map((userId) => call(userId).catch(refuseConflict)))
    winners.push(won.filter(Boolean).length)
    onRound([...winners])
  }
}
