import type { Contestant, Measured, Population, Workload } from "./contestant.ts"
import { newAccount, newSession, newUser } from "./workloads.ts"

/** A contestant that is ready, or the reason why it is not. */
export type Entrant = {
  readonly contestant: Contestant
  readonly ready: { readonly adapter: Measured; readonly population: Population } | null
  readonly note: string
  close(): Promise<void>
}

/** Opens and fills a contestant. If that fails, it does not take part, and the others continue. */
export async function enter(contestant: Contestant, count: number): Promise<Entrant> {
  let close = async () => {}
  try {
    const opened = await contestant.open()
    close = opened.close
    const population = await populate(opened.adapter, count)
    return { contestant, ready: { adapter: opened.adapter, population }, note: "", close }
  } catch (error) {
    return { contestant, ready: null, note: `it could not be set up: ${reasonOf(error)}`, close }
  }
}

/** The reason why a contestant does not take part in a workload; empty if it does. */
export const absence = (
  { contestant: { only }, note }: Pick<Entrant, "contestant" | "note">,
  { name }: Workload,
): string => note || (only && !only.includes(name) ? "it has no such operation" : "")

/** One short line of an error, without the folders of this machine. */
export const reasonOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?:\/[\w.@+-]+)+\//g, "")
    .slice(0, 200)

async function populate(adapter: Measured, count: number): Promise<Population> {
  const users = Array.from({ length: count }, newUser)
  const sessions = users.map(({ id }) => newSession(id))
  const accounts = users.map(({ id }) => newAccount(id))
  let next = 0
  const fill = async (): Promise<void> => {
    for (let nth = next++; nth < count; nth = next++) {
      const [user, session, account] = [users[nth], sessions[nth], accounts[nth]]
      if (!user || !session || !account) return
      const { id = user.id } = ((await adapter.createUser(user)) ?? user) as { id?: string }
      user.id = id
      session.userId = id
      account.userId = id
      await adapter.createSession(session)
      await adapter.linkAccount(account)
    }
  }
  await Promise.all(Array.from({ length: 8 }, fill))
  return { users, sessions, accounts }
}
