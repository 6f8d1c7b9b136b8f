import { type Adapter, upkeep } from "../../src/index.ts"
import { openApplication } from "./application.ts"
import type { Narrator } from "./narrator.ts"
import { watch } from "./watch.ts"

const graces = "grace@example.com"

/** Two people sign in and out through the real Auth.js; the narrator hears of every call of the adapter. */
export async function tour(adapter: Adapter, narrator: Narrator): Promise<void> {
  const { visitor, linkFor, close } = await openApplication(watch(adapter, narrator.call))
  const [ada, grace] = [visitor(), visitor()]
  const whoIsThere = async (person: typeof ada) => {
    const session = await person.session()
    narrator.note(
      session ? `Auth.js answers: ${session.user.name ?? session.user.email}` : "Auth.js answers: nobody",
    )
  }
  try {
    narrator.scene("Ada signs in with an OpenID provider, for the first time")
    await ada.signInWith("acme", "ada")
    narrator.scene("A page asks who is there")
    await whoIsThere(ada)
    narrator.scene("Ada signs out")
    await ada.signOut()

    narrator.scene("Grace asks for a link by mail")
    await grace.requestLink(graces)
    narrator.note(`A mail with the link came for ${graces}`)
    narrator.scene("Grace follows it")
    await grace.visit(linkFor(graces))
    await whoIsThere(grace)
    narrator.scene("Somebody else follows it again")
    const { path } = await visitor().visit(linkFor(graces))
    narrator.note(`Auth.js leads to ${path}`)
    narrator.scene("Grace signs out")
    await grace.signOut()
    await whoIsThere(grace)
  } finally {
    await close()
  }
  await tellWhatIsLeft(adapter, narrator)
}

async function tellWhatIsLeft(adapter: Adapter, narrator: Narrator): Promise<void> {
  narrator.scene("What the store holds now")
  for (const model of ["user", "account", "session", "verificationToken"] as const)
    narrator.note(`${await upkeep(adapter)?.count(model)} × ${model}`)
}
