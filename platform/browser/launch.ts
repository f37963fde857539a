/** Starts a Chromium without network access of its own: a page reaches the network only through a gate (gate.ts). */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const LAUNCH_TIMEOUT_MS = 30_000;

/** Heap limit for the scripts of one page. */
const SCRIPT_MEMORY_MB = 512;

const FLAGS = [
  // The browser's own requests go to a proxy that does not exist. The gate resolves names for pages.
  '--proxy-server=socks5://none.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--no-pings',
  // UDP would bypass the proxy.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--js-flags=--max-old-space-size=${SCRIPT_MEMORY_MB}`,
];

/** Starts the executable. It exits when this process exits, however that happens. */
export function launchChromium(executablePath: string, useSandbox: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: FLAGS,
    chromiumSandbox: useSandbox,
    env: environment(dirname(executablePath)),
    timeout: LAUNCH_TIMEOUT_MS,
    // The owner shuts it down.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/**
 * Passes nothing of this process's environment, which holds secrets. A downloaded browser has its libraries and fonts
 * in its folder.
 */
function environment(folder: string): Record<string, string> {
  const libraries = join(folder, 'lib');
  const fonts = join(folder, 'fonts.conf');
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: tmpdir(),
    ...(existsSync(libraries) && { LD_LIBRARY_PATH: libraries }),
    ...(existsSync(fonts) && { FONTCONFIG_FILE: fonts }),
  };
}
