// The seccomp filter of the box, as bubblewrap reads it, and a check of the kernel's process limits. Input
// thread.
#pragma once
#ifndef __wasm__

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

/// The maximum size of the filter in bytes.
enum { tactus_filter_limit = 8192 };

/// Writes the filter. Returns its size in bytes, or 0 if this processor is not supported.
static inline size_t tactus_box_filter(void *bytes) {
#if defined __x86_64__
  const uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined __aarch64__
  const uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
  const uint32_t architecture = 0;
  return 0;
#endif
  // The allowed system calls: those of Pd, of the C library, and of native code that opens files, starts
  // threads and processes, waits, and uses sockets. All others fail with ENOSYS; clone, socket and prctl are
  // allowed in part. Excluded: namespaces, mounts, other programs' memory, real-time priorities, keys, and
  // shared memory or memory files, which no limit covers.
  static const short allowed[] = {
      // Files.
      SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev, SYS_openat,
      SYS_close, 436 /* close_range */, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_faccessat, 439 /* faccessat2 */, SYS_getcwd,
      SYS_chdir, SYS_fchdir, SYS_mkdirat, SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_readlinkat,
      SYS_truncate, SYS_ftruncate, SYS_fsync, SYS_fdatasync, SYS_fadvise64, SYS_readahead,
      SYS_utimensat, SYS_getdents64, SYS_dup, SYS_dup3, SYS_fcntl, SYS_flock, SYS_umask, SYS_fchmod, SYS_fchmodat,
      SYS_statfs, SYS_fstatfs, SYS_sendfile, SYS_copy_file_range, SYS_ioctl,
      SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr,
      // Memory.
      SYS_mmap, SYS_mprotect, SYS_munmap, SYS_mremap, SYS_brk, SYS_msync, SYS_mincore, SYS_mlock,
      SYS_munlock, SYS_membarrier,
      // Processes and threads.
      SYS_execve, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_futex, SYS_set_robust_list,
      SYS_get_robust_list, SYS_set_tid_address, SYS_gettid, SYS_getpid, SYS_getppid, SYS_getpgid, SYS_setpgid,
      SYS_getsid, SYS_setsid, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam,
      SYS_sched_getscheduler, SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_sched_rr_get_interval,
      SYS_getpriority, SYS_setpriority, SYS_kill, SYS_tkill, SYS_tgkill, SYS_prlimit64, SYS_getrusage,
      SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_capget,
      // Signals and time.
      SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigsuspend,
      SYS_rt_sigtimedwait, SYS_sigaltstack, SYS_restart_syscall, SYS_signalfd4, SYS_eventfd2, SYS_setitimer,
      SYS_getitimer, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
      SYS_times, SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime, SYS_timer_create,
      SYS_timer_settime, SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete,
      // Waiting, pipes and sockets.
      SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, 441 /* epoll_pwait2 */, SYS_pipe2,
      SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_recvfrom,
      SYS_sendmsg, SYS_recvmsg, SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown, SYS_getsockname, SYS_getpeername,
      SYS_setsockopt, SYS_getsockopt,
      // System information.
      SYS_uname, SYS_sysinfo, SYS_getrandom, SYS_getcpu,
#ifdef __x86_64__
      // Older calls, which arm64 does not have.
      SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_mkdir, SYS_rmdir, SYS_unlink, SYS_rename,
      SYS_link, SYS_symlink, SYS_readlink, SYS_utime, SYS_utimes, SYS_futimesat, SYS_getdents, SYS_dup2, SYS_chmod,
      SYS_fork, SYS_vfork, SYS_getpgrp, SYS_arch_prctl, SYS_getrlimit, SYS_setrlimit, SYS_pause, SYS_alarm,
      SYS_eventfd, SYS_signalfd, SYS_time, SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait, SYS_pipe,
      SYS_renameat,
#endif
  };
  struct sock_filter *program = (struct sock_filter *)bytes;
  size_t count = 0;
#define TACTUS_STATEMENT(code, value) program[count++] = (struct sock_filter)BPF_STMT(code, value)
#define TACTUS_BRANCH(code, value, yes, no) program[count++] = (struct sock_filter)BPF_JUMP(code, value, yes, no)
#define TACTUS_ANSWER(value) TACTUS_STATEMENT(BPF_RET | BPF_K, value)
#define TACTUS_LOAD(place) TACTUS_STATEMENT(BPF_LD | BPF_W | BPF_ABS, place)
  const uint32_t refused = SECCOMP_RET_ERRNO | ENOSYS;
  // The low words of the first and third arguments; both processors are little-endian.
  const uint32_t first = offsetof(struct seccomp_data, args);
  const uint32_t third = first + 2 * sizeof(uint64_t);
  TACTUS_LOAD(offsetof(struct seccomp_data, arch));
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
  TACTUS_ANSWER(SECCOMP_RET_KILL_PROCESS);
  TACTUS_LOAD(offsetof(struct seccomp_data, nr));
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++) {
    TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)allowed[index], 0, 1);
    TACTUS_ANSWER(SECCOMP_RET_ALLOW);
  }
  // Allows new processes and threads, but no new namespaces. clone3 passes its flags in memory, where no
  // filter can read them; without it, the C library uses clone.
  const uint32_t namespaces = 0x7E020080;
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
  TACTUS_LOAD(first);
  TACTUS_BRANCH(BPF_JMP | BPF_JSET | BPF_K, namespaces, 0, 1);
  TACTUS_ANSWER(SECCOMP_RET_ERRNO | EPERM);
  TACTUS_ANSWER(SECCOMP_RET_ALLOW);
  // Thread names only. With the other options a program could outlive bubblewrap (PR_SET_PDEATHSIG) or hide its
  // open files from Tactus (PR_SET_DUMPABLE).
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 5);
  TACTUS_LOAD(first);
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, 15 /* PR_SET_NAME */, 1, 0);
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, 16 /* PR_GET_NAME */, 0, 1);
  TACTUS_ANSWER(SECCOMP_RET_ALLOW);
  TACTUS_ANSWER(SECCOMP_RET_ERRNO | EINVAL);
  // Advice about memory, but not to free pages of shared memory (MADV_REMOVE): the audio thread would get
  // them again one by one, and could find none.
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 4);
  TACTUS_LOAD(third);
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, 9 /* MADV_REMOVE */, 0, 1);
  TACTUS_ANSWER(SECCOMP_RET_ERRNO | EPERM);
  TACTUS_ANSWER(SECCOMP_RET_ALLOW);
  // fallocate could fill the disk before the next count. The C library falls back to writing.
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 0, 1);
  TACTUS_ANSWER(SECCOMP_RET_ERRNO | EOPNOTSUPP);
  // Internet sockets only. Unix sockets could reach the user's programs that listen in the scene's folder, or on
  // abstract sockets if the box has the network, and could hold deleted files uncounted.
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 4);
  TACTUS_LOAD(first);
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, 2 /* AF_INET */, 1, 0);
  TACTUS_BRANCH(BPF_JMP | BPF_JEQ | BPF_K, 10 /* AF_INET6 */, 0, 1);
  TACTUS_ANSWER(SECCOMP_RET_ALLOW);
  TACTUS_ANSWER(refused);
#undef TACTUS_STATEMENT
#undef TACTUS_BRANCH
#undef TACTUS_ANSWER
#undef TACTUS_LOAD
  return count * sizeof *program;
}

/// Whether the kernel counts processes per user namespace (Linux 5.14 or later), so that a limit applies to
/// the box alone.
static inline bool tactus_counts_processes(void) {
  struct utsname name;
  int major = 0, minor = 0;
  return uname(&name) == 0 && sscanf(name.release, "%d.%d", &major, &minor) == 2
         && (major > 5 || (major == 5 && minor >= 14));
}
#endif
