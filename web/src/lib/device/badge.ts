// The number on the icon of the home screen: tables that wait for me.

export function showBadge(tables: number): void {
  const icon = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  void (tables ? icon.setAppBadge?.(tables) : icon.clearAppBadge?.())?.catch(() => {})
}
