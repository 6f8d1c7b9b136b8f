import type { VNode } from "preact"
import { useId } from "preact/hooks"
import "./segmented.css"

type SegmentedProps<Value extends string> = {
  /** The question that the choice answers, for screen readers. */
  readonly legend: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
}

/** A choice between a few options that are all visible: radio buttons, so the arrow keys move between them. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): VNode {
  const { legend, options, value, onChange, disabled = false } = props
  const name = useId()
  return (
    <fieldset class="segmented" disabled={disabled}>
      <legend class="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label class="segment" key={option.value}>
          <input
            class="visually-hidden"
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
