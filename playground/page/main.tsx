import { render } from "preact"
import { Playground } from "./playground.tsx"

const root = document.getElementById("root")
if (root) render(<Playground />, root)
