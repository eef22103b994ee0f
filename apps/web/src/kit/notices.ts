import { toast } from '../ui/toast.tsx'

const withDetail = (text: string, detail?: string) =>
  detail === undefined || detail === text ? {} : { detail }

/** Short words about what happened. The same text twice at once is one notice; errors stay until they are closed. */
export const notices = {
  success: (text: string) => toast.success(text),
  info: (text: string) => toast.info(text, { id: text }),
  warning: (text: string, detail?: string) => toast.warning(text, { id: text, ...withDetail(text, detail) }),
  error: (text: string, detail?: string) => toast.error(text, { id: text, ...withDetail(text, detail) }),
}
