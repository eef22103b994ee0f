/** Spec's breakpoints: mobile under 576, tablet under 768, medium 990, large 1280. */
export const breakpointsPx = { mobile: 576, tablet: 768, medium: 990, large: 1280 } as const

type Breakpoint = keyof typeof breakpointsPx

/**
 * Media queries at the breakpoints, for `useMediaQuery`. Stylesheets write the same two forms; `tools/breakpoints.test.mjs`
 * refuses every other width. What depends on its own width rather than the window's asks its container.
 */
export const under = (breakpoint: Breakpoint) => `(max-width: ${breakpointsPx[breakpoint] - 0.02}px)`
export const from = (breakpoint: Breakpoint) => `(min-width: ${breakpointsPx[breakpoint]}px)`
