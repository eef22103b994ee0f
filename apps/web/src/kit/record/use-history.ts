import { useRouter, type RouterHistory } from '@tanstack/react-router'

/** The browser's history as the router sees it; blockers and links go through it. */
export const useHistory = (): RouterHistory => useRouter().history as RouterHistory
