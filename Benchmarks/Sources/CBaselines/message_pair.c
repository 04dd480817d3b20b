#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CBaselines.h"

int message_pair_start(message_pair *pair, size_t request, size_t reply) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return -1;
    char *buffer = calloc(1, request > reply ? request : reply);
    int process = fork();
    if (process < 0) return -1;
    if (process == 0) {
        close(ends[0]);
        while (recv(ends[1], buffer, request, 0) == (ssize_t)request)
            if (send(ends[1], buffer, reply, MSG_NOSIGNAL) != (ssize_t)reply) break;
        _exit(0);
    }
    free(buffer);
    close(ends[1]);
    *pair = (message_pair){ends[0], process};
    return 0;
}

int message_pair_exchange(const message_pair *pair, void *buffer, size_t request, size_t reply) {
    if (send(pair->socket, buffer, request, MSG_NOSIGNAL) != (ssize_t)request) return -1;
    return recv(pair->socket, buffer, reply, 0) == (ssize_t)reply ? 0 : -1;
}

void message_pair_end(message_pair *pair) {
    close(pair->socket);
    waitpid(pair->process, NULL, 0);
}
