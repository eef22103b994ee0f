import { toast } from '../ui/toast.tsx'

/** A browser may have no clipboard, or refuse it: on a page without TLS, or when somebody said so. */
export async function copyLink(href: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(href)
    toast.success('Link copied.')
  } catch {
    toast.error('The browser did not allow copying. Copy the link from the address bar.')
  }
}
