import type { VNode } from "preact"

/** The first letter of a name. Pictures are not loaded, because other servers would learn whose page is open. */
export function Avatar({ name }: { readonly name: string }): VNode {
  return (
    <span class="studio-avatar" aria-hidden="true">
      {/[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? "?"}
    </span>
  )
}
