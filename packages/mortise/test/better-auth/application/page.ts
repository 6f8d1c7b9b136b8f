/** The application's page: one button for each thing that a person does. Each shows its result. */
import { apiKeyClient } from "@better-auth/api-key/client"
import { passkeyClient } from "@better-auth/passkey/client"
import { createAuthClient } from "better-auth/client"
import { magicLinkClient, organizationClient } from "better-auth/client/plugins"

const client = createAuthClient({
  plugins: [magicLinkClient(), passkeyClient(), organizationClient(), apiKeyClient()],
})

const typed = (): string => document.querySelector<HTMLInputElement>("#text")?.value ?? ""

const actions: Record<string, () => Promise<unknown>> = {
  "Send link": () => client.signIn.magicLink({ email: typed() }),
  "Who am I": () => client.getSession(),
  "Add passkey": () => client.passkey.addPasskey({ name: typed() }),
  "Sign in with passkey": () => client.signIn.passkey(),
  "Create organization": () => client.organization.create({ name: typed(), slug: typed() }),
  "List organizations": () => client.organization.list(),
  Invite: () => client.organization.inviteMember({ email: typed(), role: "member" }),
  "Accept invitation": () => client.organization.acceptInvitation({ invitationId: typed() }),
  Members: () => client.organization.getFullOrganization(),
  "Create key": () => client.apiKey.create({ name: typed() }),
  "List keys": () => client.apiKey.list(),
  "Sign out": () => client.signOut(),
}

const field = document.createElement("input")
field.id = "text"
const output = document.createElement("output")
document.body.append(field, output)
for (const [label, act] of Object.entries(actions)) {
  const button = document.createElement("button")
  button.textContent = label
  button.onclick = async () => {
    output.textContent = ""
    const result = await act().catch((error) => ({ error: String(error) }))
    output.textContent = JSON.stringify(result)
  }
  document.body.append(button)
}
