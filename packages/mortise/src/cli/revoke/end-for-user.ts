import type { UserRow } from "../users/people.ts"
import { attempt } from "./attempt.ts"
import { joinOutcomes, nothing, type Outcome, type Revocation } from "./revocation.ts"
import { type Target, type TargetAccount, walksLinks } from "./target.ts"

/** Ends what belongs to a user, if the rule names the user. The links first: one of them could start a session. */
export function endForUser(
  target: Target,
  revocation: Revocation,
  user: UserRow,
  now: () => number,
): Promise<Outcome> {
  const { rule, kinds } = revocation
  const { id, email } = user
  return attempt({ kind: "user", user: id }, async () => {
    const accounts = rule.by === "provider" ? await accountsAt(target, id, rule.provider) : undefined
    if (accounts?.length === 0) return nothing
    const outcomes: Outcome[] = [{ counts: { users: 1 }, problems: [] }]
    if (target.endLinks && kinds.includes("links") && email !== null && !walksLinks(target, rule))
      outcomes.push(await target.endLinks(revocation, email, id))
    if (kinds.includes("tokens"))
      outcomes.push(
        await attempt({ kind: "tokens", user: id }, async () =>
          endAllTokens(revocation, id, accounts ?? (await target.listAccounts(id))),
        ),
      )
    if (kinds.includes("sessions")) outcomes.push(await target.endSessions(revocation, id, now))
    return { ...joinOutcomes(outcomes), user: id }
  })
}

const accountsAt = async (target: Target, userId: string, name: string): Promise<TargetAccount[]> =>
  (await target.listAccounts(userId)).filter(({ provider }) => provider === name)

async function endAllTokens(
  { isDryRun }: Revocation,
  user: string,
  accounts: readonly TargetAccount[],
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const { provider, tokens, endTokens } of accounts) {
    if (!tokens) continue
    outcomes.push(
      isDryRun
        ? { counts: tokens, problems: [] }
        : await attempt({ kind: "tokens", user, provider }, endTokens),
    )
  }
  return joinOutcomes(outcomes)
}
