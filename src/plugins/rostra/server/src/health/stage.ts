import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The stage of the process. While draining, it still serves requests but is about to stop. */
type Stage = 'starting' | 'serving' | 'draining';

let stage: Stage = 'starting';

export const currentStage = (): Stage => stage;

export const enterStage = (next: Stage): void => {
  stage = next;
};

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A response that closes its connection (`Connection: close`) while the process is draining. */
export class DrainResponse extends ServerResponse<IncomingMessage> {
  override writeHead(status: number, headers?: Headers): this;
  override writeHead(status: number, reason?: string, headers?: Headers): this;
  override writeHead(status: number, ...rest: [Headers?] | [string?, Headers?]): this {
    if (currentStage() === 'draining') this.shouldKeepAlive = false;
    return super.writeHead(status, ...(rest as [string?, Headers?]));
  }
}
