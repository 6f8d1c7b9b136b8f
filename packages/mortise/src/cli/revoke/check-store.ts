import { slotCallNames } from "../../contract/slots.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { missingCalls, type Operation } from "../conformance/backend-features.ts"
import { configurationError } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"
import type { Kind, Revocation } from "./revocation.ts"
import type { CheckedRevocation } from "./target.ts"

type ExtraName = "listSessions" | "listAccounts" | "updateAccount" | "dropTokens"

const needed: Readonly<Record<Kind, readonly ExtraName[]>> = {
  sessions: ["listSessions"],
  tokens: ["listAccounts", "updateAccount"],
  links: ["dropTokens"],
}

/**
 * Throws for a store that lacks a part, and names what is missing, before anything is ended. Without slots, stored
 * sessions can still be ended: the whole run then has a problem.
 */
export async function checkStore(store: OpenStore, revocation: Revocation): Promise<CheckedRevocation> {
  await checkNeeds(store, revocation)
  const { kinds, before } = revocation
  if (!kinds.includes("sessions") || before) return { revocation, problems: [] }
  const why = await whyWithoutTokens(store)
  const problems = why === undefined ? [] : [{ kind: "sessions", why: `${notEnded} ${why}` } as const]
  return { revocation: { ...revocation, withoutTokenSessions: why !== undefined }, problems }
}

async function whyWithoutTokens({ slots }: OpenStore): Promise<string | undefined> {
  const calls = (["claim", "replace", "increment"] as const).map((name): [string, Operation] => [
    slotCallNames[name],
    slots[name] as Operation,
  ])
  try {
    // The table may be missing. If the store failed, the next call fails too.
    await slots.read("mortise/revoke")
    const missing = await missingCalls(calls)
    return missing.length === 0 ? undefined : `The adapter lacks ${missing.join(", ")}.`
  } catch (error) {
    return `${await describeError(error)}.`
  }
}

const notEnded = "Sessions that are tokens of mortise/auth cannot be ended."

async function checkNeeds(store: OpenStore, { rule, kinds }: Revocation): Promise<void> {
  const names = new Set(kinds.flatMap((kind) => needed[kind]))
  if (rule.by === "provider") names.add("listAccounts")
  const absent = [...names].filter((name) => !store.extras[name])
  // Called without arguments, which changes nothing. What a key for mortise/http does not allow is missing too.
  const calls: [string, Operation][] = [...names]
    .filter((name) => !absent.includes(name))
    .map((name) => [name, store.extras[name] as Operation])
  if (kinds.includes("sessions")) calls.push(["deleteSession", store.adapter.deleteSession as Operation])
  const page = (model: "user" | "verificationToken"): [string, Operation] => [
    `upkeep.page("${model}")`,
    () => store.upkeep.page(model, { limit: 1 }),
  ]
  calls.push(page("user"), ...(kinds.includes("links") ? [page("verificationToken")] : []))
  const missing = [...absent, ...(await missingCalls(calls))]
  if (missing.length === 0) return
  throw configurationError(
    `The adapter lacks ${missing.join(", ")}: the configuration overrides an operation that they would bypass, or the key for mortise/http does not allow them. Nothing was ended.`,
  )
}
