import { type Adapter, upkeep } from "../../packages/mortise/src/index.ts"
import { openApplication } from "./application.ts"
import type { Narrator } from "./narrator.ts"
import { watch } from "./watch.ts"

const graceEmail = "grace@example.com"

/** Two people sign in and out with the real Auth.js. The narrator prints every call of the adapter. */
export async function tour(adapter: Adapter, narrator: Narrator): Promise<void> {
  const { visitor, linkFor, close } = await openApplication(watch(adapter, narrator.call))
  const [ada, grace] = [visitor(), visitor()]
  const printSession = async (person: typeof ada) => {
    const session = await person.session()
    narrator.note(
      session ? `Auth.js returns: ${session.user.name ?? session.user.email}` : "Auth.js returns: no session",
    )
  }
  try {
    narrator.scene("Ada signs in with an OpenID provider, for the first time")
    await ada.signInWith("acme", "ada")
    narrator.scene("A page reads the session")
    await printSession(ada)
    narrator.scene("Ada signs out")
    await ada.signOut()

    narrator.scene("Grace requests a sign-in link by email")
    await grace.requestLink(graceEmail)
    narrator.note(`An email with the link was sent to ${graceEmail}`)
    narrator.scene("Grace opens the link")
    await grace.visit(linkFor(graceEmail))
    await printSession(grace)
    narrator.scene("Another visitor opens the same link again")
    const { path } = await visitor().visit(linkFor(graceEmail))
    narrator.note(`Auth.js redirects to ${path}`)
    narrator.scene("Grace signs out")
    await grace.signOut()
    await printSession(grace)
  } finally {
    await close()
  }
  await printRemainingRows(adapter, narrator)
}

async function printRemainingRows(adapter: Adapter, narrator: Narrator): Promise<void> {
  narrator.scene("The rows that are left in the store")
  for (const model of ["user", "account", "session", "verificationToken"] as const)
    narrator.note(`${await upkeep(adapter)?.count(model)} × ${model}`)
}
