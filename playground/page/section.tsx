import type { ComponentChildren, VNode } from "preact"

type SectionProps = {
  readonly id: string
  readonly title: string
  /** Shown at the end of the title's line. */
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

/** One of the parts of the page that the navigation leads to. */
export function Section({ id, title, aside, children }: SectionProps): VNode {
  return (
    <section class="section" id={id} aria-labelledby={`${id}-title`}>
      <div class="section-head">
        <h2 class="section-title" id={`${id}-title`}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
