/** Logos are kept with their PSP and travel with it, so they are small. */
export const mostLogoBytes = 50 * 1024

const formats: Readonly<Record<string, string>> = {
  'image/svg+xml': 'An SVG',
  'image/gif': 'A GIF',
  'image/jpeg': 'A JPEG',
  'image/webp': 'A WebP',
}

/** Why a file is no logo, by what the browser says of it. The server looks at what is in it. */
export function logoFileProblem({ type, size }: { readonly type: string; readonly size: number }) {
  if (type !== 'image/png')
    return `${formats[type] ?? 'This file'} is not accepted. Use a PNG of at most 50 kB`
  return size > mostLogoBytes ? 'The file is too large. Use a PNG of at most 50 kB' : undefined
}
