/** A Chromium that has no way out of its own: a page needs a gate (gate.ts) to reach anything. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const LAUNCH_TIMEOUT_MS = 30_000;

/** Heap of the scripts of one page. */
const SCRIPT_MEMORY_MB = 512;

const FLAGS = [
  // What no page asked for goes to a proxy that does not exist; names and addresses are the gate's to resolve.
  '--proxy-server=socks5://none.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--no-pings',
  // UDP passes by proxies.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--js-flags=--max-old-space-size=${SCRIPT_MEMORY_MB}`,
];

/** Starts the executable. It ends when this process does, however that ends. */
export function launchChromium(executablePath: string, useSandbox: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: FLAGS,
    chromiumSandbox: useSandbox,
    env: environment(dirname(executablePath)),
    timeout: LAUNCH_TIMEOUT_MS,
    // The owner closes it in good order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** Nothing of this process's own: it holds secrets. A browser that was fetched brings libraries and fonts beside itself. */
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
