import { render } from "preact"
import { readFacts } from "./facts.ts"
import { Playground } from "./playground.tsx"

const place = document.querySelector<HTMLElement>("#playground")
if (place) {
  place.replaceChildren()
  render(<Playground facts={readFacts(place)} />, place)
}
