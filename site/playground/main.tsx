import { render } from "preact"
import { Playground } from "./playground.tsx"

const place = document.querySelector("#playground")
if (place) {
  place.replaceChildren()
  render(<Playground />, place)
}
