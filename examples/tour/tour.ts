import { type Adapter, upkeep } from "../../src/index.ts"
import { openApplication } from "./application.ts"
import type { Teller } from "./teller.ts"
import { watch } from "./watch.ts"

const graces = "grace@example.com"

/** Two people sign in and out through the real Auth.js; the teller hears of every call of the adapter. */
export async function tour(adapter: Adapter, teller: Teller): Promise<void> {
  const { visitor, linkFor, close } = await openApplication(watch(adapter, teller.call))
  const [ada, grace] = [visitor(), visitor()]
  const whoIsThere = async (person: typeof ada) => {
    const session = await person.session()
    teller.note(
      session ? `Auth.js answers: ${session.user.name ?? session.user.email}` : "Auth.js answers: nobody",
    )
  }
  try {
    teller.scene("Ada signs in with an OpenID provider, for the first time")
    await ada.signInWith("acme", "ada")
    teller.scene("A page asks who is there")
    await whoIsThere(ada)
    teller.scene("Ada signs out")
    await ada.signOut()

    teller.scene("Grace asks for a link by mail")
    await grace.requestLink(graces)
    teller.note(`A mail with the link came for ${graces}`)
    teller.scene("Grace follows it")
    await grace.visit(linkFor(graces))
    await whoIsThere(grace)
    teller.scene("Somebody else follows it again")
    const { path } = await visitor().visit(linkFor(graces))
    teller.note(`Auth.js leads to ${path}`)
    teller.scene("Grace signs out")
    await grace.signOut()
    await whoIsThere(grace)
  } finally {
    await close()
  }
  await tellWhatIsLeft(adapter, teller)
}

async function tellWhatIsLeft(adapter: Adapter, teller: Teller): Promise<void> {
  teller.scene("What the store holds now")
  for (const model of ["user", "account", "session", "verificationToken"] as const)
    teller.note(`${await upkeep(adapter)?.count(model)} × ${model}`)
}
