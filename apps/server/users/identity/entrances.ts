import type { IncomingHttpHeaders } from 'node:http';
import type { Session as SessionData } from '@candor/api';
import { browserOf, deviceCookie, deviceOf, sessionCookie } from '../../gateway/http/cookie.ts';
import { agentName } from './agent-name.ts';
import type { BrowserVisitor, Entrance } from './login.ts';
import type { NewSession } from './sessions.ts';

type SetHeader = (name: string, value: string) => void;

/** A login over HTTP: the visitor who comes, and the cookies and data that leave. */
export interface Entrances {
  deviceToken(headers: IncomingHttpHeaders): string | null;
  visitorOf(ip: string, headers: IncomingHttpHeaders): BrowserVisitor;
  /** Sets the session's cookie; the data that the client keeps. */
  opened(session: NewSession, setHeader: SetHeader): SessionData;
  /** The same with the device's cookie, after a complete login. */
  entered(entrance: Entrance, setHeader: SetHeader): SessionData;
}

export function createEntrances(secure: boolean): Entrances {
  const deviceToken = (headers: IncomingHttpHeaders) => deviceOf('device', headers, secure);
  const opened = (session: NewSession, setHeader: SetHeader): SessionData => {
    setHeader('set-cookie', sessionCookie(session, secure));
    return {
      satoken: session.token,
      userId: session.userId,
      issuedAt: session.issuedAtMs,
      expiresAt: session.expiresAtMs,
    };
  };
  return {
    deviceToken,
    visitorOf: (ip, headers) => ({
      ip,
      deviceToken: deviceToken(headers),
      agent: agentName(headers['user-agent']),
      browser: browserOf(headers, secure),
    }),
    opened,
    entered(entrance, setHeader) {
      setHeader('set-cookie', deviceCookie('device', entrance.device, secure));
      return opened(entrance.session, setHeader);
    },
  };
}
