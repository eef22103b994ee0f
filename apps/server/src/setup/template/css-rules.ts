/** What may stand in a style sheet written by a merchant. Everything not named here is taken out. */

const dataImageLimit = 20 * 1024

/** At-rules that only choose when rules hold. Those that load, name or redefine things are not among them. */
export const allowedAtRules = new Set([
  'media',
  'supports',
  'container',
  'layer',
  'keyframes',
  '-webkit-keyframes',
])

/** Properties through which old browsers run code. */
export const forbiddenProperties = new Set(['behavior', '-ms-behavior', '-moz-binding'])

/** Plain names only: an escape in a name has no honest use and hides it from every check. */
export const propertyName = /^(?:--[a-z0-9_-]+|-?[a-z][a-z-]*)$/i

/** Functions that compute. `image-set`, `src`, `attr` and their like are missing because they can fetch. */
export const allowedFunctions = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  calc min max clamp round mod rem abs sign var env
  linear-gradient radial-gradient conic-gradient
  repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  translate translate3d translatex translatey translatez rotate rotate3d rotatex rotatey rotatez
  scale scale3d scalex scaley scalez skew skewx skewy matrix matrix3d perspective
  cubic-bezier steps linear
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  minmax repeat fit-content counter counters circle ellipse inset polygon rect xywh`
    .trim()
    .split(/\s+/),
)

const imageTypes = 'png|gif|jpeg|webp|avif|svg\\+xml'
const dataImage = new RegExp(`^data:image/(?:${imageTypes})[;,]`, 'i')

/** A picture that travels with the style sheet. Pictures run no scripts and load nothing, drawings included. */
export const isSmallDataImage = (url: string): boolean => url.length <= dataImageLimit && dataImage.test(url)
