import type { VNode } from "preact"
import type { UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { shortText } from "./value.tsx"

/** How a question names a user. */
export const formatUserName = ({ user }: UserDetails): string =>
  shortText(String(user["email"] ?? user["id"]))

/** How a view names a user. */
export const formatUserTitle = ({ user }: UserDetails): string =>
  shortText(String(user["email"] ?? user["name"] ?? user["id"]))

/** Who a question is about, so that nobody confirms it for another person. */
export function Person({ details: { user } }: { readonly details: UserDetails }): VNode {
  return (
    <dl class="studio-fields">
      {["email", "name", "id"].map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{user[name] === null ? "–" : shortText(String(user[name]))}</dd>
        </div>
      ))}
    </dl>
  )
}
