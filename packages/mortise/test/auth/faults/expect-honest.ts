import { expect } from "vitest"
import type { FaultWorld, Outcome } from "./flow.ts"

type Answered = { readonly ok: boolean; readonly user?: { readonly id: string } }

/** If the result reports a sign-in, the browser is signed in as that user. */
export async function expectHonest(
  world: FaultWorld,
  browser: ReturnType<FaultWorld["openBrowser"]>,
  outcome: Outcome<Answered>,
) {
  if (!("answer" in outcome)) return
  expect(outcome.answer.ok).toBe(true)
  expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(outcome.answer.user?.id)
}
