import type { ComponentChildren, VNode } from "preact"
import { useId } from "preact/hooks"
import "./card.css"

type CardProps = {
  readonly title: string
  /** The level of the title in the outline of the page. Default: 3. */
  readonly level?: 2 | 3 | 4
  /** Shown at the end of the title's line. */
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

/** A titled box. */
export function Card({ title, level = 3, aside, children }: CardProps): VNode {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <Heading id={id}>{title}</Heading>
        {aside}
      </div>
      {children}
    </section>
  )
}
