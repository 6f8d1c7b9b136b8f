import type { VNode } from "preact"
import "./icon.css"

/** Lines of 1.5 px on a grid of 16. */
const paths = {
  copy: "M5.5 5.5V3.2c0-.7.5-1.2 1.2-1.2h6.1c.7 0 1.2.5 1.2 1.2v6.1c0 .7-.5 1.2-1.2 1.2h-2.3M3.2 5.5h6.1c.7 0 1.2.5 1.2 1.2v6.1c0 .7-.5 1.2-1.2 1.2H3.2c-.7 0-1.2-.5-1.2-1.2V6.7c0-.7.5-1.2 1.2-1.2z",
  check: "M3 8.5l3.2 3.2L13 4.8",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.4 10.4l3.1 3.1",
  back: "M9.8 3.2L5 8l4.8 4.8",
  alert: "M8 2.2L1.8 13.2h12.4zM8 6.4v3.2M8 11.6v.1",
} as const

type IconProps = { readonly name: keyof typeof paths }

/** A small drawing beside a text, or in a button that has a label. Screen readers skip it. */
export function Icon({ name }: IconProps): VNode {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
