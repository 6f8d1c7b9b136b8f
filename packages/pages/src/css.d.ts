// The bundler of the pages collects imported style sheets; they export nothing.
declare module "*.css"
